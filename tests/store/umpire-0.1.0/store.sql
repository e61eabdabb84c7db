BEGIN TRANSACTION;
CREATE TABLE announced (
	match_id TEXT NOT NULL, 
	viewer TEXT NOT NULL, 
	events INTEGER NOT NULL, 
	headline TEXT, 
	reminded TEXT NOT NULL, 
	trying TEXT, 
	claimed TEXT, 
	until DOUBLE NOT NULL, 
	stopped TEXT, 
	done BOOLEAN NOT NULL, 
	PRIMARY KEY (match_id, viewer), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE entries (
	match_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	"row" INTEGER NOT NULL, 
	value TEXT, 
	answer TEXT NOT NULL, 
	line INTEGER, 
	PRIMARY KEY (match_id, seat, "row"), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE forms (
	match_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	"row" INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	answer TEXT NOT NULL, 
	line INTEGER NOT NULL, 
	cells TEXT, 
	PRIMARY KEY (match_id, seat, "row"), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE hostings (
	match_id TEXT NOT NULL, 
	server TEXT, 
	spreadsheets TEXT NOT NULL, 
	links TEXT NOT NULL, 
	template TEXT, 
	PRIMARY KEY (match_id), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE inbox (
	id INTEGER NOT NULL, 
	match_id TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	say TEXT NOT NULL, 
	at TEXT NOT NULL, 
	ok BOOLEAN, 
	answer TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE league_rounds (
	league TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	pairs TEXT NOT NULL, 
	PRIMARY KEY (league, number), 
	FOREIGN KEY(league) REFERENCES leagues (name)
);
CREATE TABLE leagues (
	name TEXT NOT NULL, 
	title TEXT NOT NULL, 
	game TEXT NOT NULL, 
	players TEXT NOT NULL, 
	options TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	started TEXT NOT NULL, 
	server TEXT, 
	spreadsheets TEXT NOT NULL, 
	links TEXT NOT NULL, 
	template TEXT, 
	PRIMARY KEY (name)
);
CREATE TABLE leases (
	match_id TEXT NOT NULL, 
	token TEXT, 
	holder TEXT NOT NULL, 
	expires DOUBLE NOT NULL, 
	t DOUBLE NOT NULL, 
	PRIMARY KEY (match_id), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE log_lines (
	match_id TEXT NOT NULL, 
	n INTEGER NOT NULL, 
	t DOUBLE, 
	"by" TEXT, 
	say TEXT, 
	at TEXT NOT NULL, 
	ok BOOLEAN NOT NULL, 
	code TEXT, 
	error TEXT, 
	cell TEXT, 
	entry INTEGER, 
	note TEXT, 
	seed TEXT, 
	hash TEXT NOT NULL, 
	PRIMARY KEY (match_id, n), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',2,0.0,NULL,NULL,'2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,'"umpire watch begins"',NULL,'66ff38a34bd01fc4543709a3670310167c84efd3a7fe4f6c5c0965f766e1a20c');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',3,3.0,'"Ana"','"seven"','2026-01-01T12:00:03.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'b36dd87b47a1833a2100efa2b30bd7cdb54a0ac955f0ed4e351b9a4afc54e689');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',4,6.0,'"Bo"','"nine of hearts"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'1498e09ec09ac727745ddad27b8cfd0778cfe39617808a16974093529cb6ab20');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',5,6.0,'"chance"','"P1 B2 Y3 | G1 P2 R3 | B4 P3 P4 G4 G3 Y1 B1 Y5 R4 B3 Y4 R2 R1 P5 B5 Y2 G2 R5 G5"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'ce7b891f3c5cbe78f391d1735b928db1fcdcfe4d91559e336d306ccad4a050f4');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',6,6.0,'"chance"','"B1 R2 Y3 | R1 Y2 P3 | Y1 R5 B3 B4 P2 G3 B5 Y4 G2 P1 R3 P4 R4 G5 B2 Y5 G4 P5 G1"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8c39c9ac7e9171c9a7e3b5cca68cb06ce0ce00b3551dc5a405f1ecbad6f26c25');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',7,6.0,'"chance"','"G1 R2 B3 | R1 G2 P3 | G4 B5 Y3 G3 R3 Y2 R5 P5 R4 Y1 G5 Y5 B4 Y4 P2 P4 B1 P1 B2"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'18b6e605baa04db10ed7108b04ec7a00eeceeb69786c16b93b07c835be8e5326');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',8,6.0,'"chance"','"R1 B2 P3 | P1 R2 B3 | Y5 P5 R3 Y4 Y1 G3 B4 R4 G1 Y3 G5 Y2 P4 B5 R5 G4 P2 G2 B1"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'cd6db7e2b542f15e50037bf625d65bc80bf187cb10a931faa44c192f69fccf31');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',9,9.0,'"Bo"','"ban C"','2026-01-01T12:00:09.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'f69714b8580acf0257ebc0a269049743bd310102a81023de837640b7c34d4574');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',10,12.0,'"Ana"','"ban A"','2026-01-01T12:00:12.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'9b6a4b2bfb2c6ed719b6bf993a821c7d77fb832bea946b8d0f58e16f441097d0');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',11,15.0,'"Ana"','"nonsense"','2026-01-01T12:00:15.000Z',0,'not-pending','"You are not asked anything now: Bo must answer."',NULL,NULL,NULL,NULL,'08683149f6d9ad503380cbec4caaed95f15bca4cec21ac1ad53ce8803e25905c');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',12,18.0,'"umpire"','"pause"','2026-01-01T12:00:18.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8dcea8a0afd575e4b763989665fd5014fcf12240498ff96931e77016b9381262');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',13,18.0,'"umpire"','"resume"','2026-01-01T12:01:08.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'3846417f824d4b430bb0ba6b25596df1ebc33c85db1f05754b3abbe3b8650b1b');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',14,21.0,'"Bo"','"ban D"','2026-01-01T12:01:11.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'a30bc348b6e28d6049b252e4ba299c1ca9a6b9db44d381c59e731ad7e1202f34');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',15,81.001,NULL,NULL,'2026-01-01T12:02:12.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'42384f8c5fc9aed66fa383ca0d5857f0983a8921a91c0c20b87bc1d8219d2b5f');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',16,86.0,'"Ana"','"B1 Shuffle, draw module"','2026-01-01T12:02:16.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'756ac4f0a081ec84a60fd4b97e0f102f5203cb5963ea8f8c2e71a7cfdad8a083');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',17,89.0,'"Bo"','"Y2 Pair"','2026-01-01T12:02:19.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8db12324d8bcb9d6fdd582b04729bcf7acc28c30137a6bc225c491ccc6a04f46');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',18,92.0,'"umpire"','"undo"','2026-01-01T12:02:22.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'1f0829fb4049b3f9f806f41cfa537e18c49a3e8ddb79306563feae4383f39493');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',19,95.0,'"Bo"','"Y2 Balance, draw module"','2026-01-01T12:02:25.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8c69803747d38e7f1f446214c66c1bac1aa5f2e47203c83dd961c84a1420cfba');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',20,98.0,'"umpire"','"note well played"','2026-01-01T12:02:28.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'d0ac642dfa4360792f46468fb6b475a9c48b103ff7edb43a8588534aa7ef1984');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',21,101.0,'"umpire"','"forfeit Bo"','2026-01-01T12:02:31.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'59fa077b7d60e92435eba3ddf9d3205c0779acc207bd0a6cc54432cbc50f02c1');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-1',22,104.0,'"umpire"','"close"','2026-01-01T12:02:34.000Z',1,NULL,NULL,NULL,NULL,NULL,'0207d77d27ec988b8193e77d0d7a64007e59a7e7c05d6a7215952c401215b3c0','6da666ef11c50601b6597961a9f47db534eed8d0542d4dedc3e643a17d6adb83');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',2,0.0,NULL,NULL,'2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,'"umpire watch begins"',NULL,'f3893ab15ba37c818a7e16b6f0dadba0db012745081721c8db7921d6df1496a4');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',3,0.0,'"chance"','"B1 P2 G3 | Y1 R2 P3 | G2 B3 Y3 G4 R5 B4 P5 P1 G1 Y4 R3 B5 Y5 G5 R4 Y2 B2 P4 R1"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'a810aca59a0a3901a85a02c334260b099e8211a5605008ba30e2acd33e739c5e');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',4,0.0,'"chance"','"Y1 B2 R3 | G1 Y2 P3 | Y3 G4 B5 B3 R1 Y4 R2 P1 P2 B4 Y5 P4 R5 R4 P5 B1 G2 G3 G5"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'86dd9313f9739809d37245fa086fc811133452f8da86fdf920a8a389cc1548de');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',5,0.0,'"chance"','"P1 Y2 B3 | B1 R2 G3 | P3 P4 R5 G2 B4 R3 G1 G4 B2 Y1 P2 Y3 G5 B5 R4 Y4 P5 Y5 R1"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'0c7b10107c5ff964d98b83b235a7fe8a91d8516da13b1d5ce6e1165bc83d5758');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',6,0.0,'"chance"','"G1 P2 B3 | B1 R2 G3 | B4 P1 Y5 G4 R5 R1 B2 G2 P4 Y4 G5 Y2 Y1 B5 R4 Y3 P5 P3 R3"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8db8aa124c5f3054dfad9649f41a0ec28518a8ab64e811d476054eee9338832a');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',7,3.0,'"All"','"ban C"','2026-01-01T12:00:03.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'a4099f4325c6ba6394572089df89b53ee8dbc8ede4bcb6d4a73cfc066670ce89');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',8,6.0,'"Board"','"ban A"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'102e280eac3d28ce666dd9e8a1c14dec658d8853aa61d213f6ca21e1c0d6bacb');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',9,9.0,'"All"','"ban D"','2026-01-01T12:00:09.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'a1bb542eab2ae354aeccb6262fd2d48aeecc1f886bf8948a67e447c41672c0eb');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',10,12.0,'"All"','"Balance"','2026-01-01T12:00:12.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'e55c56c012d74b662a169101fc95fef8811a08144df0961ba473650cd6d912fa');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',11,15.0,'"Board"','"R3 Set; mulligan Y1"','2026-01-01T12:00:15.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'e4fe3b0d6da7df0ee98569a59c85d393b7bde1c2be4d1e74c1b9ef78be185082');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',12,18.0,'"umpire"','"extend All 30"','2026-01-01T12:00:18.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'4a84c77f5111832bc98a857e1e6e55a5dc3ac04007d18b003de61c12eb4897d0');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-2',13,18.0,'"umpire"','"pause"','2026-01-01T12:00:18.000Z',1,NULL,NULL,NULL,NULL,'"the umpire is away"',NULL,'eda8ae86fd103e11b4671b0353135783222ea4d87bf60fe0aebdfdfe861ff5ab');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',2,0.0,NULL,NULL,'2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,'"umpire watch begins"',NULL,'775021a929382e11d1a9e3e2453c4662716c522152b3239302fbd9821f61a4fd');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',3,0.0,'"chance"','"Y1 B2 R3 | B1 R2 P3 | Y4 Y5 P1 R5 B4 G5 B5 G3 P5 B3 R1 Y3 G2 G4 R4 Y2 P4 G1 P2"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'29df37d6a517c0025e3f155cc342e354d4ca96354d5bcbea62f4e3018a882a6e');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',4,0.0,'"chance"','"R1 P2 B3 | Y1 G2 R3 | Y4 G5 P1 B2 Y2 P3 B5 B4 G3 R5 Y3 P4 P5 R2 G1 Y5 G4 B1 R4"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'efacd439db7ea3d936a4329402239bedc7062efb8ab7d4f9265b9044bffe6ffd');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',5,0.0,'"chance"','"G1 P2 B3 | P1 R2 Y3 | R3 P4 B4 R5 Y5 Y2 G3 R1 Y1 R4 G5 B2 B5 P3 G2 B1 Y4 P5 G4"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'657807ef286e86dddd97da7a01e65cfcc122e701ba02d501f6f0f73340e40f67');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',6,0.0,'"chance"','"Y1 B2 G3 | B1 R2 Y3 | P4 R5 R1 P2 P1 B4 Y4 Y5 G2 G4 R4 P3 G1 G5 R3 P5 B5 Y2 B3"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'7cb35edb9fe20038b7f8d0b225de2f842cac769b049fb98921e627dbd3e88805');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',7,3.0,'"Bo"','"ban C"','2026-01-01T12:00:03.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'5add29cd984d1a4f9b119c95e977a2246d8899b4429f3fd7380cfa45bee117b0');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',8,6.0,'"Ana"','"ban A"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'e98ba697591634c5d6b0b2b3280d6c6b83615d4e9d98a4684111686b2641288a');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',9,9.0,'"Bo"','"ban D"','2026-01-01T12:00:09.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'78573a59751bfa75c68479bff5304384211b0a5cbafe2ff7ac1306b4513f178c');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',10,12.0,'"umpire"','"extend Bo 60"','2026-01-01T12:00:12.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'7c91be8a32e8ecf88821fb7c15b7ec178fedbdef3b5297414e3cf74dff77853d');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',11,15.0,'"Bo"','"Balance"','2026-01-01T12:00:15.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'9aac320e4c12655bcad13d06600191610545088eab2477b5935bb5e0eb0de7a6');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',12,18.0,'"umpire"','"undo"','2026-01-01T12:00:18.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'fea439f14122c29b327f7d41d7df33c59368a607313397ac1f4ae8fb7076d16f');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',13,78.001,NULL,NULL,'2026-01-01T12:01:28.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'01d625e329840cc3add3ef739ca63ea4e6bd014a615e12fc7a69fdcbc53737cb');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-3',14,88.5,'"umpire"','"pause"','2026-01-01T12:01:28.500Z',1,NULL,NULL,NULL,NULL,'"the umpire is away"',NULL,'ad5d8cff6b1479bcc84ddf8ff5932ef6099636399156db32c091b9dcd092bc2d');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',2,0.0,NULL,NULL,'2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,'"umpire watch begins"',NULL,'6934ca7de32ddb38d206e93bc4b6bb3e1cc30052c870d2f63b529adf58b797cb');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',3,0.0,'"chance"','"G1 R2 B3 | B1 G2 Y3 | G5 R3 P3 Y2 G4 P1 P5 G3 Y5 Y4 Y1 R5 P2 P4 B4 B2 R4 B5 R1"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'db1410de0fb63470459c01a3d2a8166617adefdddbb0c335cb671f92a08caa5b');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',4,0.0,'"chance"','"R1 P2 Y3 | P1 G2 R3 | R5 Y1 G1 Y5 B4 P4 B3 R4 R2 B1 B2 P5 G3 Y2 B5 G4 Y4 G5 P3"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'84aa14a1e2d91ce1ffa5cff649a808b0f7f1945d4cd8ea56e29f8fe8587d965c');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',5,0.0,'"chance"','"R1 P2 G3 | P1 B2 Y3 | Y1 P3 P4 B4 B1 R3 R2 G1 R4 B3 Y2 G5 Y5 G2 P5 G4 B5 Y4 R5"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8082c853f4a135cc1b6b0c4726916133906cf93c2e70bb9226decb53313f9cae');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',6,0.0,'"chance"','"Y1 P2 B3 | B1 R2 G3 | R5 G1 B4 G2 R4 Y5 Y3 G4 P1 R1 Y2 G5 B2 P4 Y4 R3 P3 B5 P5"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8587fe80fa0e4028aaebc5fc9dc36cb1753b61118b74f076631a1f141f6b63aa');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',7,3.0,'"Bo"','"ban C"','2026-01-01T12:00:03.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'173f97746285ea425606a28f1a5d909c15cab88246ad8db55ba3fbbf72500eb9');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',8,6.0,'"Ana"','"ban A"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'8191d634cf9e87ddf2e1acfb4da6ea0e684371cf0733b811124ce46b8a136a50');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',9,9.0,'"Bo"','"ban D"','2026-01-01T12:00:09.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'4f5a6aa7912616b4ccfa49b59f6de2908af840180cc45f8f38129759c95024a9');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',10,12.0,'"umpire"','"extend Bo 60"','2026-01-01T12:00:12.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'30970a7342227fdb3c4388a459548cb0c17997b1c818ce05176b6477a0eaec99');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',11,15.0,'"Bo"','"Balance"','2026-01-01T12:00:15.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'289f1ebbed0807cde5b0089284e99d36c8088842f8a5ad1db0214512b3e80287');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',12,18.0,'"umpire"','"undo"','2026-01-01T12:00:18.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'c21c01833ddcf0445ab40068e412f999bd5afc585af3a1315fd9afbfc54a82be');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',13,78.001,NULL,NULL,'2026-01-01T12:01:28.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'90148b34855f2fafc4c8cb61d2db95fa79dc74bd8b036cb0085bf770e60906db');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',14,91.5,'"umpire"','"forfeit Ana"','2026-01-01T12:01:31.500Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'68eb07af5de498fe53823a76df69268571fc709cbcdab52e2ba3a62ed9ea799d');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-4',15,94.5,'"umpire"','"close"','2026-01-01T12:01:34.500Z',1,NULL,NULL,NULL,NULL,NULL,'cae6d1fa23f0c13f1e0392e22b2ae65ba9401eac15436252ca19f865dc720496','926ad0131a644bdc335b6fe4cf8075496d19b9ed6f2ed5c1a48ff292fdcc0975');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',2,0.0,NULL,NULL,'2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,'"umpire watch begins"',NULL,'06f21ae6d9ec77bb13ec146e63371201682c6cb1bbeba1e8d523338e7eb99154');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',3,0.0,'"chance"','"G1 P2 R3 | Y1 R2 G3 | B2 P4 B5 R4 P5 Y2 P3 Y3 G4 G2 B4 P1 Y4 B1 Y5 R5 B3 R1 G5"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'bba10ce2a71a6e8549004c2195076b09397da6d92bc6dd803150ebfe5ccf629b');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',4,0.0,'"chance"','"Y1 B2 G3 | B1 R2 P3 | G2 Y5 B5 G5 R4 B4 P2 B3 R5 Y4 Y3 R3 Y2 P1 R1 G1 P4 G4 P5"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'15fb478006909440f7f1e0f02d740e9dbb23fbe75d15512222f3f9f7059f23d7');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',5,0.0,'"chance"','"P1 R2 B3 | B1 Y2 G3 | Y4 Y5 Y1 G4 R1 R5 R3 P2 R4 Y3 P4 G1 P3 B2 G5 P5 B4 B5 G2"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'091c43cf142808397f353890c606eb509c06ceda78453fb9b89e8153610600d1');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',6,0.0,'"chance"','"P1 G2 Y3 | R1 P2 G3 | P4 Y4 Y1 R2 G5 B2 B1 R3 R4 P3 B5 G1 B4 R5 B3 Y5 G4 Y2 P5"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'66fc55cf0c8d2383608b4cef2075a335ef03171366cb23d9b89e541773a477f5');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',7,3.0,'"Bo"','"ban C"','2026-01-01T12:00:03.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'d09ee0ca4cbf173e283fbf6d94ff44fa289bddbe891cbb55a943549a8f80479a');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',8,6.0,'"Ana"','"ban A"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'2cd4ece0b29acd5b890ec5560d20e409f13ab7f995a430fa95177af9ebb5e778');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',9,9.0,'"Bo"','"ban D"','2026-01-01T12:00:09.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'ffc81a18a2b705eef2ab787158512e6eaf4cf55c5336c6db0649146c8d315239');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',10,12.0,'"umpire"','"pause"','2026-01-01T12:00:12.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'57e88c03488de437fc5762bd8cfd4a2f80b93d1be437a4473c30dff21fb31eb4');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',11,12.0,'"umpire"','"forfeit Bo"','2026-01-01T12:00:15.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'6d3c6d3cdb0d8369142507e18f0b4618c2be1eeaefb7e373e912870b9950f805');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',12,15.0,'"umpire"','"undo"','2026-01-01T12:00:18.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'071fbfd14afe289ea0890c1221d3850fa0679af04e7896f0c9d18f4dbe8c8a69');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',13,18.0,'"Bo"','"Balance"','2026-01-01T12:00:21.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'3f76da26f65a0546a8c431bb4b843c474e6a3cd3cb881372a17134f295f300ac');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',14,21.0,'"Ana"','"Y1 Set; mulligan G2"','2026-01-01T12:00:24.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'c04054fda54cba6e756113fe94ec5e5e4e296de32f8d681735e4729d9d2dc50f');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-5',15,21.0,'"umpire"','"pause"','2026-01-01T12:00:24.000Z',1,NULL,NULL,NULL,NULL,'"the umpire is away"',NULL,'f470e702db966731fec22f5753884b6b934d6f4c0b07320127bd5b76a2d4469f');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',2,0.0,NULL,NULL,'2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,'"umpire watch begins"',NULL,'350625606533ec6f126156a33278497b7aa584dd47259917d95def6cb55dbc21');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',3,0.0,'"chance"','"Y1 P2 B3 | R1 B2 P3 | G2 P5 Y4 R5 G4 B1 R3 G1 R2 G5 Y5 G3 B5 R4 P1 Y3 Y2 P4 B4"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'88a69b367f89945aa944028113ea4993c5d85fcfb57cd1dba54c3228372a47ab');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',4,0.0,'"chance"','"P1 G2 Y3 | Y1 B2 G3 | P3 P4 B3 B1 Y4 P2 R2 Y5 R1 B5 Y2 G1 P5 G5 R3 B4 R5 G4 R4"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'e9cb4997db7696ddae62bdce7ceb0def6bd133a0efc955ea107b7500d42d4bac');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',5,0.0,'"chance"','"R1 P2 B3 | B1 Y2 R3 | B5 G5 P4 R4 G4 R2 G1 P3 G2 Y4 B2 G3 P5 B4 Y5 R5 Y3 P1 Y1"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'65af2a3bc64684826b92710b4fd000d9b1c2bf4641281d5e4a3192861af90c43');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',6,0.0,'"chance"','"Y1 P2 R3 | P1 Y2 B3 | B4 P3 Y5 G3 R1 G1 Y4 G5 R4 P4 G2 B1 B2 B5 R2 G4 Y3 P5 R5"','2026-01-01T12:00:00.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'b74f2e254ed7d56d25581cd1d77191ea5ce4ed3a8ae6bc17f73eeb5f66bef0e5');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',7,3.0,'"Bo"','"ban C"','2026-01-01T12:00:03.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'ca62522b17f37a471db2458e22e3fdd16db42433c0844701dd8cdc779ca5e10a');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',8,6.0,'"Ana"','"ban A"','2026-01-01T12:00:06.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'5983a962d8c8530cb5fba3f8a179d18224542401477dca75b773ae8f430a1704');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',9,9.0,'"Bo"','"ban D"','2026-01-01T12:00:09.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'e54123b0aecfcce745c60265268c9ee3550265ddc595d999003f29d99148c282');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',10,12.0,'"Bo"','"Balance"','2026-01-01T12:00:12.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'427e5bbc9cf98d10c1a6946f830e919a0a23b8f78ae47ea21e4266d88f9ea66f');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',11,15.0,'"umpire"','"extend Ana 90"','2026-01-01T12:00:15.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'5337cc3b40430db9d274d99ec41fb77f86cfe3e013c455eb6987e529e5e5132d');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',12,18.0,'"Ana"','"Y3 Set; mulligan G2"','2026-01-01T12:00:18.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'7225948a4bfacb5fbe44a626b8ac832afcfdd55de998c3ceae1a7a18d4ae4af0');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',13,21.0,'"umpire"','"undo"','2026-01-01T12:00:21.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'dc7f4301a42b6c28ff089fb4fe0fd306b2b665dbefefed83fd5ac3f346c93eb7');
INSERT INTO "log_lines" VALUES('denizens-of-tartarus-6',14,411.001,NULL,NULL,'2026-01-01T12:07:01.000Z',1,NULL,NULL,NULL,NULL,NULL,NULL,'bd8283a6056eeb83360662200c9bb67c82c95d462dcd362dd263b02350c828cd');
CREATE TABLE match_numbers (
	game TEXT NOT NULL, 
	last INTEGER NOT NULL, 
	PRIMARY KEY (game)
);
INSERT INTO "match_numbers" VALUES('denizens-of-tartarus',6);
CREATE TABLE matches (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	players TEXT NOT NULL, 
	options TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	engine TEXT NOT NULL, 
	started TEXT NOT NULL, 
	ended TEXT, 
	status TEXT NOT NULL, 
	winner TEXT, 
	reason TEXT, 
	shelf TEXT, 
	league TEXT, 
	round INTEGER, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('denizens-of-tartarus-1','denizens-of-tartarus','["Ana", "Bo"]','{"cut": true}','0207d77d27ec988b8193e77d0d7a64007e59a7e7c05d6a7215952c401215b3c0','a2650f9dafe1cd7f83061774314e7069191d28d44bb580bab294a6a6b33eaf8d','0.1.0','2026-01-01T12:00:00.000Z','2026-01-01T12:02:31.000Z','closed','"Ana"','forfeit',NULL,NULL,NULL);
INSERT INTO "matches" VALUES('denizens-of-tartarus-2','denizens-of-tartarus','["Board", "All"]','{}','c383dcce784d6245e2260fba5d9c8ffbb28d49b8bd24c04572a7f0bef6c2dfd3','082a6d0ae7dc0058b333baf755f2fdd2e6a518b5edc99d460b918e66d1b0cf65','0.1.0','2026-01-01T12:00:00.000Z',NULL,'paused',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('denizens-of-tartarus-3','denizens-of-tartarus','["Ana", "Bo"]','{}','68312355f17d146e5fa29fe92134f4e90aba903b73472f5900d2d08ed5ef1d3f','25ab9af5ecff17af9a844acd4f94f17082cfac7f0fdfe941b8e13c51865d0daa','0.1.0','2026-01-01T12:00:00.000Z',NULL,'paused',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('denizens-of-tartarus-4','denizens-of-tartarus','["Ana", "Bo"]','{}','cae6d1fa23f0c13f1e0392e22b2ae65ba9401eac15436252ca19f865dc720496','ffae51bafde04abc162ce6231de44b3ccecadd21cc2ab7f420e99164b82a0c1a','0.1.0','2026-01-01T12:00:00.000Z','2026-01-01T12:01:31.500Z','closed','"Bo"','forfeit',NULL,NULL,NULL);
INSERT INTO "matches" VALUES('denizens-of-tartarus-5','denizens-of-tartarus','["Ana", "Bo"]','{}','aa60d035ccc51c58c4335e44b4c23c40031802cd8ba4d6ecf82bc70cc2315387','578868115256f9f3dac6a2b8a59d930e9ef3b72ed0d0d00e60db780f9b2bbc50','0.1.0','2026-01-01T12:00:00.000Z',NULL,'paused',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('denizens-of-tartarus-6','denizens-of-tartarus','["Ana", "Bo"]','{}','57348761313549d508f558a0ca5d8c0fd5d6b1792956ed4b0c3d91bc09f2b5e0','686d3d4ebe551eff77a288eae23effda1ebf91160a557c879d19c55b86bd6012','0.1.0','2026-01-01T12:00:00.000Z','2026-01-01T12:07:01.000Z','over','"Bo"','time',NULL,NULL,NULL);
CREATE TABLE umpire_schema (
	version INTEGER NOT NULL
);
INSERT INTO "umpire_schema" VALUES(7);
CREATE TABLE unfinished (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	players TEXT NOT NULL, 
	options TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	started TEXT NOT NULL, 
	server TEXT, 
	spreadsheets TEXT NOT NULL, 
	links TEXT NOT NULL, 
	template TEXT, 
	trying TEXT, 
	given TEXT NOT NULL, 
	league TEXT, 
	round INTEGER, 
	PRIMARY KEY (id)
);
CREATE INDEX ix_inbox_match_id ON inbox (match_id);
COMMIT;

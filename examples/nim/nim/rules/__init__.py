"""The rules: one module for each kind of decision. Nim has one."""

"""Many matches counted: who stands where, who plays whom next. Values only: no clock, no file."""

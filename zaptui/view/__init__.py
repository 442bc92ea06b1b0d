"""What the screen, the log and the exports should show: pure folds, no widget, no clock."""

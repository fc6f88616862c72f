"""Running the service: embedded servers where there are none, and one supervisor over all processes."""

"""The HTTP API (design §7): it reads requests, hands them to the application, and writes what comes back."""

"""The HTTP API: it reads requests, hands them to the application, and writes what comes back."""

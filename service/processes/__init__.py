"""What each process runs: the API, the worker, the scheduler and the supervisor. All features meet here."""

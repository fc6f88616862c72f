"""What can be asked of the service, whoever asks: HTTP, jobs and the command line all come in here."""

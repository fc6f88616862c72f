"""What players say to each other and about each other: chat, notes, blocks, reports and moderation."""

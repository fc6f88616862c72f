"""Reports, the measures of moderators, and the list of what they did."""

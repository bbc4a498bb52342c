// Voice

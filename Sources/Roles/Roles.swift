// Roles

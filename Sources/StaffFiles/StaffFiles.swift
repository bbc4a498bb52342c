// StaffFiles

// CareClient

// CareService

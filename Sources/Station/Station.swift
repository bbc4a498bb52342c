// Station

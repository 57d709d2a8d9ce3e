"""What `build_gazetteer` knows of countries and regions better than its source."""

from __future__ import annotations

CONTINENTS = {
    "AF": "Africa",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "SA": "South America",
    "OC": "Oceania",
    "AN": "Antarctica",
}
DISSOLVED = {"AN", "CS"}  # the Netherlands Antilles; Serbia and Montenegro
# Where GeoNames is formal, plain ASCII or behind the times.
PLAIN_NAMES = {
    "AX": "Åland Islands",
    "BL": "Saint Barthélemy",
    "BQ": "Caribbean Netherlands",
    "CC": "Cocos (Keeling) Islands",
    "CV": "Cape Verde",
    "CW": "Curaçao",
    "GS": "South Georgia and the South Sandwich Islands",
    "MO": "Macau",
    "NL": "Netherlands",
    "PN": "Pitcairn Islands",
    "PS": "Palestine",
    "RE": "Réunion",
    "ST": "São Tomé and Príncipe",
    "TF": "French Southern Territories",
    "TL": "Timor-Leste",
    "UM": "U.S. Minor Outlying Islands",
    "VA": "Vatican City",
}
# Capitals as the city list spells them, where that is not how the country list does; '' for none.
CAPITALS = {
    "BQ": "Kralendijk",
    "EH": "Laayoune",
    "IO": "",
    "KZ": "Astana",
    "PS": "Ramallah",
    "PW": "Ngerulmud",
    "US": "Washington",
    "VA": "Vatican City",
}
PROVINCES_OF_CANADA = {
    "01": ("AB", "Alberta"),
    "02": ("BC", "British Columbia"),
    "03": ("MB", "Manitoba"),
    "04": ("NB", "New Brunswick"),
    "05": ("NL", "Newfoundland and Labrador"),
    "07": ("NS", "Nova Scotia"),
    "08": ("ON", "Ontario"),
    "09": ("PE", "Prince Edward Island"),
    "10": ("QC", "Quebec"),
    "11": ("SK", "Saskatchewan"),
    "12": ("YT", "Yukon"),
    "13": ("NT", "Northwest Territories"),
    "14": ("NU", "Nunavut"),
}
STATES_OF_AUSTRALIA = {
    "01": ("ACT", "Australian Capital Territory"),
    "02": ("NSW", "New South Wales"),
    "03": ("NT", "Northern Territory"),
    "04": ("QLD", "Queensland"),
    "05": ("SA", "South Australia"),
    "06": ("TAS", "Tasmania"),
    "07": ("VIC", "Victoria"),
    "08": ("WA", "Western Australia"),
}

import { splitCountry } from './split-country.ts'

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

/** States that two zones share count as both. */
export const unitedStates = splitCountry(
  `${eastern} ${central} ${mountain} America/Phoenix ${pacific} America/Anchorage America/Adak Pacific/Honolulu`,
  [
    [eastern, 'CT', 'CONNECTICUT', 'DE', 'DELAWARE', 'DC', 'DISTRICTOFCOLUMBIA', 'WASHINGTONDC', 'GA', 'GEORGIA'],
    [eastern, 'ME', 'MAINE', 'MD', 'MARYLAND', 'MA', 'MASSACHUSETTS', 'NH', 'NEWHAMPSHIRE', 'NJ', 'NEWJERSEY'],
    [eastern, 'NY', 'NEWYORK', 'NC', 'NORTHCAROLINA', 'OH', 'OHIO', 'PA', 'PENNSYLVANIA', 'RI', 'RHODEISLAND'],
    [eastern, 'SC', 'SOUTHCAROLINA', 'VT', 'VERMONT', 'VA', 'VIRGINIA', 'WV', 'WESTVIRGINIA'],
    [`${eastern} ${central}`, 'FL', 'FLORIDA', 'IN', 'INDIANA', 'KY', 'KENTUCKY', 'MI', 'MICHIGAN'],
    [`${central} ${eastern}`, 'TN', 'TENNESSEE', 'AL', 'ALABAMA'],
    [central, 'AR', 'ARKANSAS', 'IL', 'ILLINOIS', 'IA', 'IOWA', 'LA', 'LOUISIANA', 'MN', 'MINNESOTA'],
    [central, 'MS', 'MISSISSIPPI', 'MO', 'MISSOURI', 'OK', 'OKLAHOMA', 'WI', 'WISCONSIN'],
    [`${central} ${mountain}`, 'KS', 'KANSAS', 'NE', 'NEBRASKA', 'ND', 'NORTHDAKOTA', 'SD', 'SOUTHDAKOTA'],
    [`${central} ${mountain}`, 'TX', 'TEXAS'],
    [mountain, 'CO', 'COLORADO', 'MT', 'MONTANA', 'NM', 'NEWMEXICO', 'UT', 'UTAH', 'WY', 'WYOMING'],
    [`America/Phoenix ${mountain}`, 'AZ', 'ARIZONA'],
    [`${mountain} ${pacific}`, 'ID', 'IDAHO'],
    [`${pacific} ${mountain}`, 'OR', 'OREGON', 'NV', 'NEVADA'],
    [pacific, 'CA', 'CALIFORNIA', 'WA', 'WASHINGTON'],
    ['America/Anchorage America/Adak', 'AK', 'ALASKA'],
    ['Pacific/Honolulu', 'HI', 'HAWAII'],
    // The forces' post goes all over the world; these are where most of it goes.
    ['Europe/Berlin Europe/London Asia/Riyadh', 'AE'],
    ['America/New_York America/Panama', 'AA'],
    ['Asia/Tokyo Pacific/Guam', 'AP'],
  ],
)

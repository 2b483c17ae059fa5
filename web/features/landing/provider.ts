/** The website of the company that runs Lockstep: sales and accounts are its business. */
export const providerUrl = 'https://www.lockstep.example/'

/** Under which the documentation lists what other people's programs call. */
export const websiteSection = 'For your website'

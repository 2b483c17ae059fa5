import { websitePlatformLabels, websitePlatforms } from '#contract/channel-values.ts'

export const platformOptions = websitePlatforms.map((value) => ({ value, label: websitePlatformLabels[value] }))

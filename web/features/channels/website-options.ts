import { websitePlatformLabels, websitePlatforms } from '#contract/channel-words.ts'

export const platformOptions = websitePlatforms.map((value) => ({ value, label: websitePlatformLabels[value] }))

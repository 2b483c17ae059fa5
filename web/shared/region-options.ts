import { regionLabels, regions } from '#contract/marketplace-words.ts'

export const regionOptions = regions.map((region) => ({ value: region, label: regionLabels[region] }))

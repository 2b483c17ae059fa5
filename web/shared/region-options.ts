import { regionLabels, regions } from '#contract/marketplace-values.ts'

export const regionOptions = regions.map((region) => ({ value: region, label: regionLabels[region] }))

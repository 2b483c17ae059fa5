export const featuresId = 'features'

export const sectionLinks = [
  { id: featuresId, label: 'Features' },
  { id: 'integration', label: 'Sellers and vendors' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'technology', label: 'Technology' },
] as const

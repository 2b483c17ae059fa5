const safetyBuffer = 5

export const exampleChannels = ['Website', 'Outlet website', 'Meta Shops'] as const

export type ExampleChannel = (typeof exampleChannels)[number]

type ExampleStep = {
  event: string
  available: number
  held: number
  seller?: ExampleChannel
}

/** The steps close into a circle: the last leads back to the first without a jump in the figures. */
const steps: readonly ExampleStep[] = [
  {
    event: 'Your website sells 2. They are held at once, for every channel.',
    available: 48,
    held: 2,
    seller: 'Website',
  },
  { event: 'Meta Shops sells 1. Both websites follow.', available: 48, held: 3, seller: 'Meta Shops' },
  { event: 'Amazon has shipped them. Its new count takes over from the holds.', available: 45, held: 0 },
  { event: '3 more units reach Amazon’s warehouses. All channels follow.', available: 48, held: 0 },
]

export const stockExample = steps.map((step) => ({
  ...step,
  safetyBuffer,
  sellable: Math.max(0, step.available - step.held - safetyBuffer),
}))

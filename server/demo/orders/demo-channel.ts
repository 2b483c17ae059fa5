/** Where the demo company sells. */
export type DemoChannel = 'store' | 'outlet' | 'instagram'

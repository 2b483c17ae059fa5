const shares = [100, 66, 42, 24]

/** Shades of one colour, since colours have other meanings here; the legend and the table say the same in words. */
export const channelShade = (position: number): string =>
  `color-mix(in oklab, var(--color-accent) ${shares[position] ?? 24}%, var(--color-raised))`

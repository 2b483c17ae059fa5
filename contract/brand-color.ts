/* A company's color on its mails and packing slips, with text that stays readable (WCAG 2: 4.5 to 1). */

export const hexColor = /^#[0-9a-f]{6}$/

const dark = '#000000'
const light = '#ffffff'
const readable = 4.5

/** White or black, whichever reads better on the color. */
export const textOn = (color: string): string => (contrast(color, light) >= contrast(color, dark) ? light : dark)

/** The color, darkened until it reads as text on white. */
export function inkOf(color: string): string {
  let ink = channelsOf(color)
  while (contrast(toHex(ink), light) < readable) ink = ink.map((channel) => Math.floor(channel * 0.92))
  return toHex(ink)
}

export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

const toHex = (channels: readonly number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8')

type Color = { light: string; dark: string }

const colors = new Map<string, Color>(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

function color(name: string): Color {
  const found = colors.get(name)
  if (!found) throw new Error(`styles.css has no color named ${name}`)
  return found
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['surface', 'raised', 'sunken', 'hover']
const meanings = ['accent', 'success', 'warning', 'danger', 'info']
const textPairs = [
  ...grounds.flatMap((ground) => ['ink', 'muted', 'accent-hover', ...meanings].map((text) => [text, ground] as const)),
  ...meanings.flatMap((meaning) => [meaning, 'ink', 'muted'].map((text) => [text, `${meaning}-soft`] as const)),
  ...['accent', 'accent-hover'].map((fill) => ['on-accent', fill] as const),
  ...['danger', 'danger-hover'].map((fill) => ['on-danger', fill] as const),
]

test.each(textPairs)('%s on %s reaches AA for text in both themes', (text, ground) => {
  expect(contrast(color(text).light, color(ground).light)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(color(text).dark, color(ground).dark)).toBeGreaterThanOrEqual(4.5)
})

test.each(grounds)('the border of a control stands out on %s in both themes', (ground) => {
  expect(contrast(color('line-strong').light, color(ground).light)).toBeGreaterThanOrEqual(3)
  expect(contrast(color('line-strong').dark, color(ground).dark)).toBeGreaterThanOrEqual(3)
})

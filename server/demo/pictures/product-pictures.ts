import type { Tx } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { storedImages } from '#server/platform/db/schema/images.ts'
import { newId } from '#server/platform/ids.ts'
import { createRandom, pick } from '../random.ts'
import { both, box, circle, drawPicture, either, type Layer, outline, triangle, without } from './draw-picture.ts'

/** Pictures of the products and the company's logo, drawn in code, because the project has no image files of products. */
export async function addPictures(tx: Tx, companyId: string): Promise<void> {
  const all = await tx.select({ id: products.id, title: products.title, createdAt: products.createdAt }).from(products)
  const pictures = all.map(({ id, title, createdAt }) => ({
    companyId,
    id: newId(createdAt.getTime()),
    productId: id,
    contentType: 'image/png' as const,
    content: productPicture(title),
    createdAt,
  }))
  await tx.insert(storedImages).values(pictures)
  await tx.insert(storedImages).values({ companyId, id: newId(), contentType: 'image/png', content: logo() })
}

/** The brand color of the demo company, which its logo has too. */
export const demoColor = '#1f5c4d'

const logo = (): Buffer =>
  drawPicture('#ffffff', [
    { shape: box(0, 0.5, 0.09, 0.2, 0.02), color: '#7a5a3a' },
    { shape: either(triangle(0, 0.42, 0.62, 0.8), triangle(0, 0, 0.46, 0.7)), color: demoColor },
    { shape: both(wave(0.62), box(0, 0.78, 0.9, 0.22, 0.08)), color: '#2f7f9e' },
  ])

/** Everything below a line of waves. */
const wave = (level: number) => (x: number, y: number) => level + 0.05 * Math.sin(x * 9) - y

type Palette = { ground: string; main: string; dark: string; light: string; accent: string }

const wood: Palette = { ground: '#f3ece2', main: '#b07a4b', dark: '#7c5230', light: '#e7c7a8', accent: '#4f7a5f' }
const iron: Palette = { ground: '#f1eeee', main: '#5d6670', dark: '#3c434b', light: '#c7ccd1', accent: '#c2603f' }

const palettes: readonly Palette[] = [
  iron,
  { ground: '#eef1ea', main: '#5f7f5a', dark: '#3f5a3d', light: '#c9d8bf', accent: '#d9a441' },
  { ground: '#f3ece2', main: '#b5683f', dark: '#84462a', light: '#e7c7a8', accent: '#3f6f73' },
  { ground: '#e8eff2', main: '#3f7390', dark: '#28526b', light: '#b9d3de', accent: '#e0a25b' },
  { ground: '#f6f0dd', main: '#c99a3d', dark: '#94702a', light: '#efdcaa', accent: '#4f6f52' },
  { ground: '#f3e9e6', main: '#a8555a', dark: '#7a393f', light: '#e3bdb8', accent: '#4b6a72' },
]

/** Wood and iron have their own colors. */
function paletteOf(title: string): Palette {
  if (/\b(?:Cedar|Maple|Beech|Stool)\b/.test(title)) return wood
  return /\bIron\b/.test(title) ? iron : pick(createRandom(`palette of ${title}`), palettes)
}

function productPicture(title: string): Buffer {
  const palette = paletteOf(title)
  const [, draw] = drawings.find(([words]) => words.test(title)) ?? [/./, parcel]
  const { ground, dark } = palette
  return drawPicture(ground, [
    { shape: (x, y) => circle(0, 0, 0.62)(x, (y - 0.68) * 5), color: dark, blur: 0.5, strength: 0.3 },
    ...draw(palette),
  ])
}

type Drawing = (palette: Palette) => Layer[]

const mug: Drawing = ({ main, dark, light }) => [
  { shape: outline(circle(0.42, 0.05, 0.24), 0.06), color: dark },
  { shape: box(-0.06, 0.08, 0.42, 0.52, 0.12), color: main },
  { shape: box(-0.06, -0.38, 0.42, 0.06, 0.06), color: light },
]

const plate: Drawing = ({ main, dark, light }) => [
  { shape: circle(0, 0, 0.68), color: main },
  { shape: outline(circle(0, 0, 0.62), 0.015), color: light },
  { shape: circle(0, 0, 0.42), color: dark, strength: 0.35 },
]

const skillet: Drawing = (palette) => [
  { shape: box(0.62, -0.62, 0.09, 0.09, 0.04), color: palette.dark },
  {
    shape: (x, y) => box(0, 0, 0.4, 0.07, 0.05)((x - y) * Math.SQRT1_2 - 0.68, (x + y) * Math.SQRT1_2),
    color: palette.dark,
  },
  ...plate(palette),
]

const bowl: Drawing = ({ main, light, dark }) => [
  { shape: both(circle(0, -0.12, 0.68), box(0, 0.34, 0.8, 0.44, 0.02)), color: main },
  { shape: box(0, -0.1, 0.7, 0.06, 0.06), color: light },
  { shape: box(0, 0.58, 0.26, 0.06, 0.04), color: dark },
]

const bottle: Drawing = ({ main, light, accent }) => [
  { shape: box(0, -0.5, 0.13, 0.3, 0.05), color: accent },
  { shape: box(0, 0.18, 0.36, 0.52, 0.16), color: main },
  { shape: box(0, 0.26, 0.26, 0.22, 0.03), color: light },
]

const kettle: Drawing = ({ main, dark, accent }) => [
  { shape: without(outline(circle(0, -0.2, 0.42), 0.05), box(0, 0.3, 0.8, 0.44, 0)), color: dark },
  { shape: triangle(0.52, 0.2, 0.2, 0.5), color: dark },
  { shape: box(0, 0.2, 0.54, 0.44, 0.24), color: main },
  { shape: circle(0, -0.27, 0.08), color: accent },
]

const flame = '#e59a3c'

const candle: Drawing = ({ main, light, dark }) => [
  { shape: either(circle(0, -0.46, 0.12), triangle(0, -0.48, 0.115, 0.34)), color: flame },
  { shape: box(0, -0.22, 0.02, 0.12, 0.01), color: dark },
  { shape: box(0, 0.22, 0.44, 0.4, 0.08), color: main },
  { shape: box(0, 0.24, 0.26, 0.17, 0.02), color: light },
]

const folded: Drawing = ({ main, light, dark, accent }) => [
  { shape: box(0, 0.46, 0.66, 0.15, 0.13), color: dark },
  { shape: box(0, 0.16, 0.64, 0.16, 0.13), color: main },
  { shape: box(0, -0.16, 0.62, 0.17, 0.13), color: light },
  { shape: box(-0.34, -0.16, 0.06, 0.17, 0), color: accent },
  { shape: box(-0.14, -0.16, 0.03, 0.17, 0), color: accent },
]

const bag: Drawing = ({ main, dark, light, accent }) => [
  { shape: outline(box(0, -0.34, 0.24, 0.28, 0.2), 0.04), color: dark },
  { shape: box(0, 0.18, 0.56, 0.5, 0.14), color: main },
  { shape: box(0, 0.32, 0.36, 0.22, 0.06), color: light, strength: 0.55 },
  { shape: box(0, 0.12, 0.07, 0.09, 0.02), color: accent },
]

const roll: Drawing = ({ main, dark, accent }) => [
  { shape: box(0, 0.14, 0.68, 0.32, 0.3), color: main },
  { shape: circle(-0.44, 0.14, 0.24), color: dark, strength: 0.5 },
  { shape: either(box(-0.02, 0.14, 0.05, 0.33, 0), box(0.34, 0.14, 0.05, 0.33, 0)), color: accent },
]

const beanie: Drawing = ({ main, dark, accent }) => [
  { shape: circle(0, -0.58, 0.14), color: accent },
  { shape: both(circle(0, 0.12, 0.58), box(0, -0.2, 0.7, 0.42, 0)), color: main },
  { shape: box(0, 0.3, 0.62, 0.17, 0.1), color: dark },
]

const socks: Drawing = ({ main, dark, light }) => [
  { shape: either(box(0.3, -0.04, 0.17, 0.5, 0.1), box(0.44, 0.42, 0.32, 0.17, 0.16)), color: dark },
  { shape: either(box(-0.3, 0, 0.18, 0.54, 0.1), box(-0.14, 0.48, 0.34, 0.18, 0.17)), color: main },
  { shape: either(box(0.3, -0.46, 0.19, 0.08, 0.04), box(-0.3, -0.46, 0.2, 0.09, 0.04)), color: light },
]

const stool: Drawing = ({ main, dark, light }) => [
  {
    shape: either(box(-0.32, 0.2, 0.05, 0.48, 0.04), box(0, 0.24, 0.05, 0.48, 0.04), box(0.32, 0.2, 0.05, 0.48, 0.04)),
    color: dark,
  },
  { shape: box(0, -0.3, 0.5, 0.11, 0.1), color: main },
  { shape: box(0, -0.35, 0.42, 0.025, 0.02), color: light, strength: 0.6 },
]

const lantern: Drawing = ({ main, dark, light }) => [
  { shape: outline(circle(0, -0.46, 0.24), 0.03), color: dark },
  { shape: box(0, 0.12, 0.34, 0.44, 0.16), color: light },
  { shape: either(circle(0, 0.2, 0.13), triangle(0, 0.18, 0.125, 0.34)), color: flame },
  { shape: either(box(0, -0.34, 0.36, 0.09, 0.05), box(0, 0.54, 0.4, 0.11, 0.05)), color: main },
]

const house: Drawing = ({ main, dark, accent }) => [
  { shape: box(0, 0.24, 0.4, 0.42, 0.03), color: main },
  { shape: triangle(0, -0.12, 0.62, 0.5), color: accent },
  { shape: circle(0, 0.12, 0.15), color: dark },
]

const planter: Drawing = ({ main, dark, accent }) => [
  { shape: either(circle(-0.28, -0.18, 0.25), circle(0.02, -0.38, 0.29), circle(0.3, -0.16, 0.25)), color: accent },
  { shape: box(0, 0.34, 0.58, 0.32, 0.04), color: main },
  { shape: either(box(0, 0.24, 0.58, 0.015, 0), box(0, 0.44, 0.58, 0.015, 0)), color: dark },
]

const board: Drawing = ({ main, dark, light }) => [
  { shape: either(box(0, 0.16, 0.46, 0.5, 0.1), box(0, -0.5, 0.12, 0.24, 0.1)), color: main },
  { shape: circle(0, -0.58, 0.05), color: dark },
  { shape: either(box(-0.18, 0.16, 0.012, 0.4, 0.01), box(0.1, 0.16, 0.012, 0.4, 0.01)), color: light, strength: 0.6 },
]

const tool: Drawing = ({ main, dark, light }) => [
  { shape: box(0, 0.4, 0.09, 0.32, 0.08), color: dark },
  { shape: either(box(0, -0.34, 0.26, 0.24, 0.1), triangle(0, -0.4, 0.25, 0.34)), color: main },
  { shape: box(0, 0.02, 0.04, 0.2, 0.02), color: light },
]

const parcel: Drawing = ({ main, dark, light, accent }) => [
  { shape: box(0, 0.16, 0.54, 0.46, 0.08), color: main },
  { shape: box(0, -0.2, 0.58, 0.14, 0.06), color: dark },
  { shape: box(0, 0.26, 0.28, 0.2, 0.03), color: light },
  { shape: circle(0, 0.26, 0.08), color: accent },
]

/** The first that a title matches is drawn. */
const drawings: readonly [RegExp, Drawing][] = [
  [/\b(?:Mug|Tumblers)\b/, mug],
  [/\bSkillet\b/, skillet],
  [/\bPlates?\b/, plate],
  [/\b(?:Bowl|Pour-Over)\b/, bowl],
  [/\b(?:Kettle|Watering Can)\b/, kettle],
  [/\b(?:Carafe|Hand Wash|Bath Salts|Diffuser)\b/, bottle],
  [/\bLantern\b/, lantern],
  [/\b(?:Candle|Matches|Incense)\b/, candle],
  [/\bBeanie\b/, beanie],
  [/\bSocks\b/, socks],
  [/\bStool\b/, stool],
  [/\b(?:Roll|Duffel|Hammock|Map Case)\b/, roll],
  [/\b(?:Tote|Daypack|Pack|Bag|Kit)\b(?! of)/, bag],
  [/\b(?:Blanket|Throw|Towel|Napkins|Pillow|Mat|Tray|Sachets)\b/, folded],
  [/\b(?:House|Feeder)\b/, house],
  [/\bPlanter\b/, planter],
  [/\b(?:Board|Planks)\b/, board],
  [/\b(?:Trowel|Hatchet|Brush)\b/, tool],
]

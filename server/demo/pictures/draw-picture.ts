import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

/** The signed distance of a point to the shape, negative inside; the picture reaches from -1 to 1 on both axes. */
export type Shape = (x: number, y: number) => number

/** `blur` is how far the edge fades, for shadows; `strength` is 1 for a solid color. */
export type Layer = { shape: Shape; color: string; blur?: number; strength?: number }

export const circle =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.sqrt((x - cx) ** 2 + (y - cy) ** 2) - radius

/** A box with rounded corners, by its center and half its sides. */
export const box =
  (cx: number, cy: number, width: number, height: number, corner = 0.06): Shape =>
  (x, y) => {
    const dx = Math.abs(x - cx) - width + corner
    const dy = Math.abs(y - cy) - height + corner
    if (dx <= 0 || dy <= 0) return Math.max(dx, dy) - corner
    return Math.sqrt(dx * dx + dy * dy) - corner
  }

/** A triangle with its point up, by the middle of its base and half its width. */
export const triangle =
  (cx: number, base: number, width: number, height: number): Shape =>
  (x, y) => {
    const edge = Math.abs(x - cx) * height - (y - base + height) * width
    return Math.max(y - base, edge / Math.sqrt(height * height + width * width))
  }

/** The outline of a shape. */
export const outline =
  (shape: Shape, width: number): Shape =>
  (x, y) =>
    Math.abs(shape(x, y)) - width

export const both =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.max(one(x, y), other(x, y))

export const either =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) => {
    let nearest = Infinity
    for (const shape of shapes) nearest = Math.min(nearest, shape(x, y))
    return nearest
  }

export const without =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.max(one(x, y), -other(x, y))

/** Pixels of each side: enough for a list and the gallery, also on a sharp screen. */
const side = 160
const pixel = 2 / side
/** Each row begins with its filter, 0 for none. */
const rowBytes = 1 + side * 3

/** Paints the layers on the ground, each over the ones before it, and encodes the result as a PNG. */
export function drawPicture(ground: string, layers: readonly Layer[]): Buffer {
  const rows = Buffer.alloc(side * rowBytes)
  const background = toColor(ground)
  for (let at = 0; at < rows.length; at += 1) {
    const column = (at % rowBytes) - 1
    if (column >= 0) rows[at] = background[column % 3] ?? 0
  }
  for (const layer of layers) paint(rows, layer)
  return encodePng(rows)
}

/** Edges fade over a pixel at least, so that they look smooth. */
function paint(rows: Buffer, { shape, color, blur = 0, strength = 1 }: Layer): void {
  const channels = toColor(color)
  const fade = Math.max(blur, pixel)
  for (let row = 0; row < side; row += 1) {
    const y = (row + 0.5) * pixel - 1
    for (let column = 0; column < side; column += 1) {
      const distance = shape((column + 0.5) * pixel - 1, y)
      if (distance >= fade / 2) continue
      const share = Math.min(1, 0.5 - distance / fade) * strength
      const at = row * rowBytes + 1 + column * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const under = rows[at + channel] ?? 0
        rows[at + channel] = Math.round(under + ((channels[channel] ?? 0) - under) * share)
      }
    }
  }
}

function toColor(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG (ISO 15948): 8 bits per channel, red, green and blue, not interlaced. */
function encodePng(rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

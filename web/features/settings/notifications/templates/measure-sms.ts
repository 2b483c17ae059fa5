/** The alphabet of GSM 03.38; those of the second line count twice. */
const alphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

/** Parts of a longer text carry a header that takes some of their room. */
const room = { plain: { alone: 160, part: 153 }, unicode: { alone: 70, part: 67 } } as const

/** How many messages a text takes, and which of its characters make each of them shorter. */
export function measureSms(text: string): { characters: number; messages: number; unusual: string[] } {
  const characters = Array.from(text)
  const unusual = [...new Set(characters.filter((one) => !alphabet.has(one) && !extension.has(one)))]
  const isPlain = unusual.length === 0
  const sizes = characters.map((one) => (isPlain ? plainSize(one) : one.length))
  return {
    characters: characters.length,
    messages: countMessages(sizes, isPlain ? room.plain : room.unicode),
    unusual,
  }
}

const plainSize = (character: string) => (extension.has(character) ? 2 : 1)

/** A character of two units is never split between two messages. */
function countMessages(sizes: readonly number[], { alone, part }: { alone: number; part: number }): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return sizes.length > 0 ? 1 : 0
  let messages = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      messages += 1
      used = 0
    }
    used += size
  }
  return messages
}

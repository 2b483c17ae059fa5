/** GSM 03.38 alphabet (GSM-7); characters of the extension table take two septets. */
const alphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

/** Characters per SMS. Parts of a concatenated SMS carry a header and hold fewer. */
const capacity = { plain: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } } as const

/** How many SMS a text takes, and which characters force UCS-2 encoding with 70 instead of 160 characters each. */
export function measureSms(text: string): { characters: number; messages: number; unusual: string[] } {
  const characters = Array.from(text)
  const unusual = [...new Set(characters.filter((one) => !alphabet.has(one) && !extension.has(one)))]
  const isPlain = unusual.length === 0
  const sizes = characters.map((one) => (isPlain ? plainSize(one) : one.length))
  return {
    characters: characters.length,
    messages: countMessages(sizes, isPlain ? capacity.plain : capacity.unicode),
    unusual,
  }
}

const plainSize = (character: string) => (extension.has(character) ? 2 : 1)

/** A character of two units is never split between two SMS. */
function countMessages(sizes: readonly number[], { single, part }: { single: number; part: number }): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return sizes.length > 0 ? 1 : 0
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

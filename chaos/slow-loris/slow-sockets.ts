import { connect, type Socket } from 'node:net'

/** What a socket says, a byte at a time. */
export type Speech = { kind: 'headers' | 'body'; text: string }

const everyMs = 100

export type SlowSockets = {
  /** How many the server still listens to. */
  open(kind: Speech['kind']): number
  /** What those were told that the server let go of, each once. */
  heard(): string[]
  close(): void
}

/** Opens a socket for each speech and lets it speak as slowly as it can, without an end. */
export async function openSlowSockets(url: string, speeches: readonly Speech[]): Promise<SlowSockets> {
  const { hostname, port } = new URL(url)
  const talking = await Promise.all(speeches.map((speech) => begin(Number(port), hostname, speech)))
  const speaking = setInterval(() => talking.forEach(sayNext), everyMs)
  return {
    open: (kind) => talking.filter(({ speech, isOpen }) => isOpen && speech.kind === kind).length,
    heard: () => [...new Set(talking.map(({ heard }) => heard.split('\r\n')[0] ?? '').filter(Boolean))],
    close() {
      clearInterval(speaking)
      for (const { socket } of talking) socket.destroy()
    },
  }
}

type Talking = { socket: Socket; speech: Speech; said: number; isOpen: boolean; heard: string }

async function begin(port: number, host: string, speech: Speech): Promise<Talking> {
  const socket = connect({ port, host })
  const talking: Talking = { socket, speech, said: 0, isOpen: true, heard: '' }
  socket.on('data', (bytes: Buffer) => void (talking.heard += bytes.toString('latin1')))
  socket.on('error', () => void (talking.isOpen = false))
  socket.on('close', () => void (talking.isOpen = false))
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
  // The headers of a slow body come at once: it is the body that never ends.
  if (speech.kind === 'body') talking.said = speech.text.indexOf('\r\n\r\n') + 4
  socket.write(speech.text.slice(0, talking.said))
  return talking
}

function sayNext(talking: Talking): void {
  const { socket, speech } = talking
  if (!talking.isOpen || socket.destroyed) return
  socket.write(speech.text[talking.said] ?? 'x')
  talking.said += 1
}

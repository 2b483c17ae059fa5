import { createHash } from 'node:crypto'
import { unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A lock on a name among the processes of this machine. It is a listening socket, which the kernel releases however the process ends.
 * Other processes connect to it: they receive a description of the holder, and the connection closes when the lock is released.
 */
export async function claim(name, describe = () => '') {
  const address = addressOf(name)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listen(address, describe)
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || attempt === 10) throw error
    }
    const found = await askHolder(address)
    if (found) return found
    if (isFile(address)) removeStale(address)
  }
}

function addressOf(name) {
  const key = `lockstep-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${key}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${key}`
  return join(tmpdir(), `${key}.sock`)
}

function isFile(address) {
  return address.startsWith('/')
}

function removeStale(address) {
  try {
    unlinkSync(address)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function listen(address, describe) {
  return new Promise((resolve, reject) => {
    const waiters = new Set()
    const server = createServer((waiter) => {
      waiters.add(waiter)
      waiter.unref()
      waiter.on('error', () => {})
      waiter.on('close', () => waiters.delete(waiter))
      waiter.write(`${describe()}\n`)
    })
    const release = () =>
      new Promise((done) => {
        server.close(() => done())
        for (const waiter of waiters) waiter.destroy()
      })
    server.once('error', reject)
    server.listen(address, () => {
      server.unref()
      resolve({ held: true, release })
    })
  })
}

function askHolder(address) {
  return new Promise((resolve) => {
    const socket = connect(address)
    const released = new Promise((done) => {
      socket.once('close', () => done())
    })
    const answer = (holder) => resolve({ held: false, holder, released })
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(2_000, () => answer(undefined))
    socket.once('error', () => resolve(undefined))
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) answer(text.slice(0, text.indexOf('\n')))
    })
  })
}

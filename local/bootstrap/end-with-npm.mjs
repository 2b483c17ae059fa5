import { readFileSync } from 'node:fs'

/**
 * npm hands a signal to the shell between us, which dies of it without a word to us; when npm itself is killed, not even that
 * shell hears of it. Both show in who our ancestors are.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const ancestors = readAncestors()
  const watch = setInterval(() => {
    if (readAncestors() === ancestors) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 100)
  watch.unref()
}

/** Our parent and, if that is a shell, its parent too, where the system can say. */
function readAncestors() {
  const parent = process.ppid
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name?.endsWith('sh') ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}

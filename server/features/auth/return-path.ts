/** Where to go after signing in: a path of ours, whatever the address bar was made to say. */
export function safeReturnPath(wanted: string | undefined, publicUrl: string): string {
  if (!wanted?.startsWith('/') || wanted.length > 2_000) return '/'
  const base = new URL(publicUrl)
  const url = URL.parse(wanted, base)
  if (!url || url.origin !== base.origin || url.pathname.startsWith('/api/')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

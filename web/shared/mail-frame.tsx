/** A mail as it looks in a mail program. It is closed off: nothing in it can run, follow a link or reach this page. */
export function MailFrame({ title, src }: { title: string; src: string }) {
  // A frame that goes from one address to the next leaves a step for the back button; a new one doesn't.
  return <iframe key={src} title={title} src={src} sandbox="" className="h-112 w-full rounded-lg border bg-raised" />
}

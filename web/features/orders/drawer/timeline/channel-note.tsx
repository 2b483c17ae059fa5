/** What the customer or the channel wrote with the order. */
export function ChannelNote({ text }: { text: string }) {
  return (
    <figure className="rounded-lg border border-l-4 border-l-accent bg-sunken px-4 py-3">
      <figcaption className="text-sm text-muted">Note that came with the order</figcaption>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </figure>
  )
}

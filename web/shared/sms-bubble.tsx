/** A text as it looks on a phone. */
export function SmsBubble({ text }: { text: string }) {
  return (
    <div className="rounded-lg border bg-sunken p-4">
      <p className="w-fit max-w-80 rounded-xl rounded-bl-sm border bg-raised px-3.5 py-2.5 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </div>
  )
}

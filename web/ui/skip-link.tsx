type SkipLinkProps = { targetId: string }

/** First thing in the page; the target needs tabIndex={-1}. */
export function SkipLink({ targetId }: SkipLinkProps) {
  return (
    <a
      href={`#${targetId}`}
      className="sr-only rounded-md bg-accent font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:px-4 focus:py-2.5"
    >
      Skip to content
    </a>
  )
}

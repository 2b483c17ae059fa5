/** The name of the tab with the settings, inside a sentence. */
export function GeneralLink({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="font-medium text-accent underline underline-offset-2" onClick={onClick}>
      General
    </button>
  )
}

import { Kbd } from '#web/ui/kbd.tsx'

/** For those with a keyboard; a phone has neither the keys nor the room. */
export function KeyHints({ canSelect }: { canSelect: boolean }) {
  return (
    <p className="ml-auto hidden items-center gap-1.5 text-sm text-muted lg:flex">
      <Kbd>/</Kbd> search <Kbd>j</Kbd> <Kbd>k</Kbd> move <Kbd>Enter</Kbd> open
      {canSelect && (
        <>
          {' '}
          <Kbd>x</Kbd> select
        </>
      )}
    </p>
  )
}

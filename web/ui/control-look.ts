import { cx } from 'class-variance-authority'

/** 16 px on phones, because iOS zooms into smaller inputs. */
export const controlStyles = cx(
  'w-full rounded-md border border-line-strong bg-raised px-3 text-lg text-ink md:text-base',
  'transition-colors hover:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  '-outline-offset-1 aria-invalid:border-danger',
)

/** Removes members that are undefined. Spread over defaults, such a member would replace a policy or a limit. */
export function dropUndefined<Members extends object>(members: Members | undefined): Members {
  const entries = Object.entries(members ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Members;
}

/** Replicas of one version that are not terminating. */
export interface VersionCount {
  /**
   * Workload version, or any other key of the caller's: replicas to be rescheduled are an old version under a key of
   * their own.
   */
  readonly version: number;
  readonly replicas: number;
  /** Of these, ready for `minReadySeconds`. */
  readonly available: number;
}

/** Under this key replicas are counted that are to be rescheduled: older than every version. */
export const movingVersion = 0;

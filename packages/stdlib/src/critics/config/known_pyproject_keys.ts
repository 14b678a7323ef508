/** What mypy, ruff, pytest and coverage accept in pyproject.toml. Only sections listed here are judged. */
export const KNOWN_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  section(
    "tool.mypy",
    `
    allow_empty_bodies allow_redefinition allow_redefinition_new allow_redefinition_old
    allow_untyped_globals always_false always_true any_exprs_report bazel cache_dir cache_fine_grained
    cache_map check_untyped_defs cobertura_xml_report color_output config_file custom_typeshed_dir
    custom_typing_module deprecated_calls_exclude disable_bytearray_promotion disable_error_code
    disable_expression_cache disable_memoryview_promotion disallow_any_decorated disallow_any_explicit
    disallow_any_expr disallow_any_generics disallow_any_unimported disallow_incomplete_defs
    disallow_subclassing_any disallow_untyped_calls disallow_untyped_decorators disallow_untyped_defs
    enable_error_code enable_incomplete_feature error_summary exclude exclude_gitignore
    explicit_package_bases extra_checks fast_exit fast_module_lookup files fixed_format_cache follow_imports
    follow_imports_for_stubs follow_untyped_imports force_union_syntax force_uppercase_builtins
    hide_error_codes html_report ignore_errors ignore_missing_imports implicit_reexport incremental
    install_types junit_format junit_xml linecount_report linecoverage_report lineprecision_report
    local_partial_types many_errors_threshold modules mypy_path mypyc_annotation_file namespace_packages
    native_parser no_implicit_optional no_silence_site_packages no_site_packages non_interactive num_workers
    output overrides package_root packages pdb platform plugins pretty python_executable python_version
    quickstart_file raise_exceptions report report_deprecated_as_note scripts_are_modules shadow_file
    show_absolute_path show_column_numbers show_error_code_links show_error_codes show_error_context
    show_error_end show_traceback skip_cache_mtime_checks skip_version_check sqlite_cache strict
    strict_bytes strict_concatenate strict_equality strict_equality_for_none strict_optional test_env
    timing_stats txt_report untyped_calls_exclude verbosity warn_incomplete_stub warn_no_return
    warn_redundant_casts warn_return_any warn_unreachable warn_unused_configs warn_unused_ignores xml_report
    xslt_html_report xslt_txt_report
    `,
  ),
  section(
    "tool.ruff",
    `
    allowed-confusables analyze builtins cache-dir dummy-variable-rgx exclude explicit-preview-rules extend
    extend-exclude extend-fixable extend-ignore extend-include extend-per-file-ignores extend-safe-fixes
    extend-select extend-unfixable extend-unsafe-fixes extension external fix fix-only fixable force-exclude
    format ignore ignore-init-module-imports include indent-width line-length lint logger-objects
    namespace-packages no-cache output-format output-prefer-rule-codes per-file-ignores
    per-file-target-version preview required-version respect-gitignore select show-fixes show-source src
    tab-size target-version task-tags typing-modules unfixable unsafe-fixes update-check
    `,
  ),
  section(
    "tool.ruff.lint",
    `
    allowed-confusables dummy-variable-rgx exclude explicit-preview-rules extend-exclude extend-fixable
    extend-ignore extend-per-file-ignores extend-safe-fixes extend-select extend-unfixable
    extend-unsafe-fixes external fixable flake8-annotations flake8-bandit flake8-boolean-trap flake8-bugbear
    flake8-builtins flake8-comprehensions flake8-copyright flake8-errmsg flake8-gettext
    flake8-implicit-str-concat flake8-import-conventions flake8-pytest-style flake8-quotes flake8-self
    flake8-tidy-imports flake8-type-checking flake8-unused-arguments future-annotations ignore
    ignore-init-module-imports isort logger-objects mccabe pep8-naming per-file-ignores preview pycodestyle
    pydoclint pydocstyle pyflakes pylint pyupgrade ruff select task-tags typing-extensions typing-modules
    unfixable
    `,
  ),
  section(
    "tool.ruff.format",
    `
    docstring-code-format docstring-code-line-length exclude indent-style line-ending
    nested-string-quote-style preview quote-style skip-magic-trailing-comma
    `,
  ),
  section(
    "tool.pytest.ini_options",
    `
    addopts anyio_mode assertion_text_diff_style asyncio_debug asyncio_default_fixture_loop_scope
    asyncio_default_test_loop_scope asyncio_mode cache_dir collect_imported_tests
    consider_namespace_packages console_output_style doctest_encoding doctest_optionflags
    empty_parameter_set_mark enable_assertion_pass_hook env env_files faulthandler_exit_on_timeout
    faulthandler_timeout filterwarnings junit_duration_report junit_family junit_log_passing_tests
    junit_logging junit_suite_name log_auto_indent log_cli log_cli_date_format log_cli_format log_cli_level
    log_date_format log_file log_file_date_format log_file_format log_file_level log_file_mode log_format
    log_level markers max_warnings minversion norecursedirs python_classes python_files python_functions
    pythonpath required_plugins session_timeout strict strict_config strict_markers
    strict_parametrization_ids strict_xfail testpaths timeout timeout_disable_debugger_detection
    timeout_func_only timeout_method tmp_path_retention_count tmp_path_retention_policy trio_mode
    truncation_limit_chars truncation_limit_lines usefixtures verbosity_assertions verbosity_subtests
    verbosity_test_cases xfail_strict
    `,
  ),
  section(
    "tool.coverage.run",
    `
    branch command_line concurrency context core cover_pylib data_file debug debug_file disable_warnings
    dynamic_context include omit parallel patch plugins relative_files sigterm source source_dirs
    source_pkgs timid
    `,
  ),
  section(
    "tool.coverage.report",
    `
    contexts exclude_also exclude_lines fail_under format ignore_errors include include_namespace_packages
    omit partial_also partial_branches partial_branches_always precision show_missing skip_covered
    skip_empty sort
    `,
  ),
  section(
    "tool.coverage.html",
    `
    directory extra_css show_contexts skip_covered skip_empty title
    `,
  ),
  section(
    "tool.coverage.xml",
    `
    output package_depth
    `,
  ),
])

/** Common slips and what was meant: a key, or advice where no single key fits. */
export const KNOWN_TYPOS: ReadonlyMap<string, string> = new Map([
  ["tool.mypy.suppress_missing_imports", "use ignore_missing_imports"],
  ["tool.mypy.warn_missing_imports", "use ignore_missing_imports"],
  ["tool.mypy.suppress_unused_ignores", "use warn_unused_ignores"],
  ["tool.ruff.line_length", "use line-length"],
  ["tool.ruff.target_version", "use target-version"],
  ["tool.ruff.extend_exclude", "use extend-exclude"],
  ["tool.coverage.ignore_patterns", "use omit in [tool.coverage.run]"],
  ["tool.coverage.run_if_covered", "there is no such option; remove it"],
  ["tool.coverage.exclude", "use exclude_also or exclude_lines in [tool.coverage.report]"],
  ["tool.pytest.testpaths", "move it to [tool.pytest.ini_options]"],
])

/** Plugins of pytest add their own keys, so there only a near miss of a known key counts as a slip. */
export const OPEN_SECTIONS: ReadonlySet<string> = new Set(["tool.pytest.ini_options"])

function section(name: string, keys: string): [string, ReadonlySet<string>] {
  return [name, new Set(keys.trim().split(/\s+/))]
}

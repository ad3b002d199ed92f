enum class color { 3 };
